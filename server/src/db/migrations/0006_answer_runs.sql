ALTER TABLE "messages" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "run_purpose" text DEFAULT 'answer' NOT NULL;