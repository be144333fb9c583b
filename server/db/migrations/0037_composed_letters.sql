-- Texts are stored in Unicode's composed form, so that a search finds them; file names of a Mac are decomposed.
UPDATE content_items SET title = normalize(title, NFC), description = normalize(description, NFC)
  WHERE title IS NOT NFC NORMALIZED OR description IS NOT NFC NORMALIZED;
