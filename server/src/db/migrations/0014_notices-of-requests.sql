ALTER TABLE "citizen_requests" ADD COLUMN "new_notified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "citizen_requests" ADD COLUMN "due_notified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "counters" ADD COLUMN "notify_user_ids" integer[] DEFAULT '{}'::integer[] NOT NULL;--> statement-breakpoint
CREATE INDEX "citizen_requests_to_notify" ON "citizen_requests" USING btree ("due_on") WHERE state = 'open' and due_notified_at is null;