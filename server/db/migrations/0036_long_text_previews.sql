-- Free previews of texts in scripts without spaces had most of the text. They are removed; their creators can try again.
WITH removed AS (
  DELETE FROM "teaser_parts" AS part USING "content_items" AS item
  WHERE item.id = part.content_id AND part.kind = 'text' AND char_length(part.text) > 0.6 * char_length(item.text_content)
  RETURNING part.content_id
)
UPDATE "content_items" SET "teaser_status" = 'failed', "teaser_error" = 'This preview had more than half of your text, so we removed it. Please try again.'
WHERE "id" IN (SELECT content_id FROM removed);
