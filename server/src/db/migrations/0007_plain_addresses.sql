ALTER TABLE "sign_ins" ADD COLUMN "temporary_password_hash" text;--> statement-breakpoint
UPDATE "users" u SET "email" = lower(normalize(u."email", NFKC))
WHERE u."email" <> lower(normalize(u."email", NFKC))
  AND NOT EXISTS (SELECT FROM "users" o WHERE o."email" = lower(normalize(u."email", NFKC)));
