export const en = {
  openers: 'Example questions',
  next: 'You can also ask',
  askAgent: 'Ask the agent anyway',
  near: 'There is a similar verified answer:',
  answeredSince: (day: string) => `This question had no answer on ${day}. Now there is one.`,
  betterSince: (day: string) => `This answer did not help on ${day}. Now there is another.`,
  askOnceMore: 'Ask again',
  dismiss: 'Dismiss this notice',
  instead: 'This agent can answer, for example:',
  rephrase: 'Or ask in other words: name the subject as the documents do, one at a time.',
} as const;
