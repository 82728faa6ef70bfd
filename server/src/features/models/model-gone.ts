import { problems } from '#contract/errors.ts';

/** The sentence of `model_gone`, with the name of the model. */
export const modelGone = (name: string): string => problems.model_gone.detail.replace('{name}', name);
