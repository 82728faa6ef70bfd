ALTER TABLE "knowledge_bases" ADD COLUMN "passage_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "lexeme_sum" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE "knowledge_bases" SET "passage_count" = sums.passages, "lexeme_sum" = sums.lexemes
FROM (SELECT knowledge_base_id, count(*) passages, sum(lexeme_count) lexemes FROM "passages" GROUP BY 1) sums
WHERE "knowledge_bases".id = sums.knowledge_base_id;--> statement-breakpoint
DELETE FROM "passage_terms" WHERE "lexeme" = '';--> statement-breakpoint
ALTER TABLE "passages" ADD COLUMN "document_hash" bigint;--> statement-breakpoint
UPDATE "passages" SET "document_hash" = hashes.hash
FROM (
  SELECT knowledge_base_id, id, ('x' || left(encode(sha256(convert_to(content_text, 'UTF8')), 'hex'), 16))::bit(64)::bigint hash
  FROM "documents" OFFSET 0
) hashes
WHERE "passages".knowledge_base_id = hashes.knowledge_base_id AND "passages".document_id = hashes.id;--> statement-breakpoint
ALTER TABLE "passages" ALTER COLUMN "document_hash" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "passages_order" ON "passages" USING btree ("knowledge_base_id","document_hash","ordinal");
