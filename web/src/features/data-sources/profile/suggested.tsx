import { Badge } from '../../../ui/display/badge.tsx';
import { texts } from './texts.ts';

/** A value that Prosa guessed and nobody has changed. */
export const Suggested = () => <Badge>{texts.suggested}</Badge>;
