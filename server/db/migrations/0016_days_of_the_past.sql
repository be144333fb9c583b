-- What was sold and given back before days were counted, from the books. Visitors of the past were not counted.
INSERT INTO content_days (content_id, day, sales, tips, earned)
SELECT content_id, day, sum(sales), sum(tips), sum(earned)
FROM (
  SELECT content_id, (paid_at AT TIME ZONE 'UTC')::date AS day, 1 AS sales,
         CASE WHEN refunded = amount THEN 0 ELSE 1 END AS tips, 0 AS earned
  FROM purchases
  UNION ALL
  SELECT p.content_id, (e.created_at AT TIME ZONE 'UTC')::date, 0, 0, e.amount
  FROM ledger_entries e
  LEFT JOIN refunds r ON e.reference LIKE 'refund/%' AND r.id = split_part(e.reference, '/', 2)::bigint
  LEFT JOIN disputes d ON e.reference LIKE 'dispute/%' AND d.id = split_part(e.reference, '/', 2)::bigint
  JOIN purchases p ON p.id = coalesce(r.purchase_id, d.purchase_id, split_part(e.reference, '/', 2)::bigint)
  WHERE e.account LIKE 'creator/%' AND e.kind IN ('sale', 'refund', 'refund_failed', 'dispute', 'dispute_won')
) AS moved
GROUP BY content_id, day;
--> statement-breakpoint
INSERT INTO creator_days (creator_id, day, sales, tips, earned)
SELECT c.creator_id, d.day, sum(d.sales), sum(d.tips), sum(d.earned)
FROM content_days d JOIN contents c ON c.id = d.content_id
GROUP BY c.creator_id, d.day;
