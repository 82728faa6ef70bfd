CREATE TABLE "write_positions" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"position" "pg_lsn" NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "write_positions" ADD CONSTRAINT "write_positions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "write_positions_age" ON "write_positions" USING btree ("written_at");