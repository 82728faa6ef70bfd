ALTER TABLE "agents" ADD COLUMN "verified_revision" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "verified_answers" DROP COLUMN "common_stems";