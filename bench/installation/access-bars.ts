/** In seconds, for 2,000 people. The page of measurements names them too. */
export const ACCESS_BARS = { scim: 60, preview: 3, apply: 10 } as const;
