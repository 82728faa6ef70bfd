ALTER TABLE "document_files" ADD COLUMN "sha256" "bytea";--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "step_done" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "step_of" integer;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "notes" jsonb DEFAULT '[]'::jsonb NOT NULL;