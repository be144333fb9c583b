/** Marks a database whose tables change with a comment, which `hasChangedTables` reads. */
export const markChangedTablesSql = `
create function pg_catalog.mark_changed_tables() returns event_trigger language plpgsql as $$
begin
  execute format('comment on database %I is %L', current_database(), 'tables changed');
end $$;
create event trigger mark_changed_tables on ddl_command_end execute function pg_catalog.mark_changed_tables()`
