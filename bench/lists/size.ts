/** The size of the measured installation. */
export type Size = {
  agents: number;
  people: number;
  sessions: number;
  messages: number;
  bases: number;
  /** In one base; 0 leaves them out. */
  passages: number;
  tags: number;
  groups: number;
  /** Over how long conversations are spread. */
  days: number;
};

const SMALL = { tags: 60, groups: 12, days: 365, passages: 0 };

/** For a look that takes seconds. */
export const QUICK: Size = {
  ...SMALL,
  agents: 1_000,
  people: 20_000,
  sessions: 6_000,
  messages: 30_000,
  bases: 1_000,
  days: 60,
};

/** Many agents and people, few conversations. */
export const USUAL: Size = {
  ...SMALL,
  agents: 5_000,
  people: 100_000,
  sessions: 20_000,
  messages: 200_000,
  bases: 0,
};

/** All that a large organisation has after a year. */
export const FULL: Size = {
  ...SMALL,
  agents: 1_000,
  people: 100_000,
  sessions: 200_000,
  messages: 1_000_000,
  bases: 5_000,
  passages: 100_000,
};
