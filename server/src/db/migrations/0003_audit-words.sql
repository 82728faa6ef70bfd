ALTER TABLE "audit_entries" ADD COLUMN "words_digest" char(64);--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "words_salt" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "erased_words" jsonb;
--> statement-breakpoint
-- An entry may lose words of an erased person, in one statement that says which; nothing else of it may change.
CREATE FUNCTION public.refuse_change_but_erasure() RETURNS trigger LANGUAGE plpgsql AS
$$ DECLARE
  words constant text[] := '{object_name,before,after,words_salt,erased_words}';
BEGIN
  IF NEW.erased_words IS NOT NULL AND NEW.erased_words IS DISTINCT FROM OLD.erased_words
    AND to_jsonb(NEW) - words = to_jsonb(OLD) - words THEN RETURN NEW; END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
DROP TRIGGER audit_entries_append_only ON audit_entries;
--> statement-breakpoint
CREATE TRIGGER audit_entries_append_only BEFORE DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION public.refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_entries_only_erasure BEFORE UPDATE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION public.refuse_change_but_erasure();
