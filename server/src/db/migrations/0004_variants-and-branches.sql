DROP INDEX "chat_sessions_agent";--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "variants_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_sessions" ADD COLUMN "copied_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "replaced_by" bigint;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "variant_root" bigint;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "copied_from" bigint;--> statement-breakpoint
CREATE INDEX "chat_sessions_agent" ON "chat_sessions" USING btree ("agent_id","is_test","messages_count","variants_count","copied_count");