/**
 * The page of measurements names them too. The first three are seconds for 2,000 people, `recheck` seconds for 5,000
 * sign-ins, `refusals_apart` percent between the medians of refusals of a closed domain.
 */
export const ACCESS_BARS = {
  scim: 60,
  preview: 3,
  apply: 10,
  entry_ms: 40,
  recheck: 300,
  refusals_apart: 3,
} as const;

export const JSON_TYPE = 'application/json';
