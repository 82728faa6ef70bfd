ALTER TABLE "subscriptions" ADD COLUMN "end_notice_days" integer;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "pay_url" text;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;