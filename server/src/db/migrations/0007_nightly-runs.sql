ALTER TABLE "agent_check_runs" ALTER COLUMN "started_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_check_runs" ADD COLUMN "night" date;--> statement-breakpoint
ALTER TABLE "agent_check_runs" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "agent_check_runs" ADD COLUMN "results" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_checks" ADD COLUMN "fell_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "openers_empty" smallint[] DEFAULT '{}'::smallint[] NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "nightly_checks" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "agents" ADD COLUMN "owner_user_id" integer;--> statement-breakpoint
ALTER TABLE "agents" ADD CONSTRAINT "agents_owner_user_id_users_id_fk" FOREIGN KEY ("owner_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "agent_check_runs_night" ON "agent_check_runs" USING btree ("agent_id","night");