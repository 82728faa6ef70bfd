/** A question, or what a reader says of an answer, as administrators see it: they learn what is asked, and no number or address of anybody. */
import type { PersonalDataKind } from '#contract/personal-data.ts';
import { maskUnnumbered } from './marks.ts';

const MASKED: readonly PersonalDataKind[] = ['cpf', 'email', 'phone'];

export const maskedQuestion = (text: string): string => maskUnnumbered(text, MASKED);
