ALTER TABLE "agents" ADD COLUMN "openers" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "scope_note" text;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "suggestions" text DEFAULT 'sources' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "suggestions" jsonb;