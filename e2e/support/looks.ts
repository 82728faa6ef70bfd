/** Both themes and both layouts in two drawings: colours are judged once in each theme, places once in each layout. */
export const LOOKS = [
  ['light', 1360, 850],
  ['dark', 390, 844],
] as const;
