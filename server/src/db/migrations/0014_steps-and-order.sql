ALTER TABLE "data_sources" ALTER COLUMN "rag_config" SET DATA TYPE json;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "steps" jsonb DEFAULT '[]'::jsonb NOT NULL;