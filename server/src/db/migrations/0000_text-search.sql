-- Search in Portuguese: stop words first (while they still have their accents), then unaccent, then the stem.
CREATE EXTENSION IF NOT EXISTS unaccent SCHEMA public;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
--> statement-breakpoint
CREATE TEXT SEARCH DICTIONARY public.pt_stop (TEMPLATE = pg_catalog.simple, STOPWORDS = portuguese, ACCEPT = false);
--> statement-breakpoint
CREATE TEXT SEARCH CONFIGURATION public.pt_ua (COPY = pg_catalog.portuguese);
--> statement-breakpoint
ALTER TEXT SEARCH CONFIGURATION public.pt_ua ALTER MAPPING FOR hword, hword_part, word
  WITH public.pt_stop, public.unaccent, pg_catalog.portuguese_stem;
--> statement-breakpoint
-- How names are compared: without case and accents. unaccent() itself is not immutable, with its dictionary named it is.
CREATE FUNCTION public.fold_text(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT lower(public.unaccent('public.unaccent'::regdictionary, $1)) $$;
