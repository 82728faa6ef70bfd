ALTER TABLE "knowledge_bases" ADD COLUMN "passage_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "lexeme_sum" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "passages" ADD COLUMN "document_hash" bigint NOT NULL;--> statement-breakpoint
CREATE INDEX "passages_order" ON "passages" USING btree ("knowledge_base_id","document_hash","ordinal");