/** Closed sets of models, apart from the catalogue, so that a page that names one does not bring every model along. */

/** How much a model thinks before it answers, from the least on. */
export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;
export type Effort = (typeof EFFORTS)[number];

/** Where a provider processes what it is sent, from the nearest on: on the organisation's premises, in Brazil, abroad. */
export const RESIDENCIES = ['local', 'brasil', 'exterior'] as const;
export type Residency = (typeof RESIDENCIES)[number];
