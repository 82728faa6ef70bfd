DROP INDEX "users_group";--> statement-breakpoint
DROP INDEX "users_search";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_text(name || ' ' || email)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "users_group" ON "users" USING btree ("user_group_id","active");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops);