ALTER TABLE "agents" ADD COLUMN "temporary_mode" text DEFAULT 'allowed' NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "temporary" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "chat_sessions_expiring" ON "chat_sessions" USING btree ("expires_at") WHERE temporary and erased_at is null;