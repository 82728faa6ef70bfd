ALTER TABLE "documents" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "lease_until" timestamp (3) with time zone;