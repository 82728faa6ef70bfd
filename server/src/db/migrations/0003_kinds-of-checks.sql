ALTER TABLE "agent_check_runs" ADD COLUMN "tokens" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "agent_checks" ADD COLUMN "source" text DEFAULT 'typed' NOT NULL;--> statement-breakpoint
-- Before, the one kind of several parts was a citation with texts; a check has at most five parts.
UPDATE "agent_checks" SET "expectation" = jsonb_build_object('kind', 'all', 'of',
  jsonb_build_array(jsonb_build_object('kind', 'cites', 'value', "expectation" #> '{value,cites}')) ||
  (SELECT jsonb_agg(jsonb_build_object('kind', 'contains', 'value', text) ORDER BY place)
    FROM jsonb_array_elements("expectation" #> '{value,contains}') WITH ORDINALITY AS texts (text, place) WHERE place <= 4))
WHERE "expectation" ->> 'kind' = 'all' AND "expectation" ? 'value';
