ALTER TABLE "verification_codes" ADD COLUMN "spent_at" timestamp (3) with time zone;
--> statement-breakpoint
CREATE TABLE "choose_password_tokens" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_registrations" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"network_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "choose_password_tokens" ADD CONSTRAINT "choose_password_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "pending_registrations" ADD CONSTRAINT "pending_registrations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE TABLE "user_dismissals" (
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "user_dismissals_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "user_dismissals" ADD CONSTRAINT "user_dismissals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "passage_count" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "knowledge_bases" ADD COLUMN "lexeme_sum" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
UPDATE "knowledge_bases" SET "passage_count" = sums.passages, "lexeme_sum" = sums.lexemes
FROM (SELECT knowledge_base_id, count(*) passages, sum(lexeme_count) lexemes FROM "passages" GROUP BY 1) sums
WHERE "knowledge_bases".id = sums.knowledge_base_id;
--> statement-breakpoint
DELETE FROM "passage_terms" WHERE "lexeme" = '';
--> statement-breakpoint
ALTER TABLE "passages" ADD COLUMN "document_hash" bigint;
--> statement-breakpoint
UPDATE "passages" SET "document_hash" = hashes.hash
FROM (
  SELECT knowledge_base_id, id, ('x' || left(encode(sha256(convert_to(content_text, 'UTF8')), 'hex'), 16))::bit(64)::bigint hash
  FROM "documents" OFFSET 0
) hashes
WHERE "passages".knowledge_base_id = hashes.knowledge_base_id AND "passages".document_id = hashes.id;
--> statement-breakpoint
ALTER TABLE "passages" ALTER COLUMN "document_hash" SET NOT NULL;
--> statement-breakpoint
CREATE INDEX "passages_order" ON "passages" USING btree ("knowledge_base_id","document_hash","ordinal");
--> statement-breakpoint
ALTER TABLE "sign_ins" ADD COLUMN "network_hash" text;
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "run_purpose" text DEFAULT 'answer' NOT NULL;
--> statement-breakpoint
ALTER TABLE "sign_ins" ADD COLUMN "temporary_password_hash" text;
--> statement-breakpoint
UPDATE "users" u SET "email" = lower(normalize(u."email", NFKC))
WHERE u."email" <> lower(normalize(u."email", NFKC))
  AND NOT EXISTS (SELECT FROM "users" o WHERE o."email" = lower(normalize(u."email", NFKC)));
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "key_id" text;
