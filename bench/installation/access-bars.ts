/**
 * Of people coming in; the page of measurements names them too. In seconds for 2,000 people; for entries by a provider and
 * checks of 5,000 sign-ins in milliseconds and seconds; refusals of a closed domain in percent between their medians.
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
