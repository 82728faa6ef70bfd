import { Button } from '../../ui/controls/button.tsx';
import { texts } from './texts.ts';

type ShowAllProps = {
  /** The words for showing the rest. */
  all: string;
  isWhole: boolean;
  onChange: (isWhole: boolean) => void;
};

/** Under the beginning of a long list. Stays where it is when pressed, and so does the focus. */
export function ShowAll({ all, isWhole, onChange }: ShowAllProps) {
  return (
    <Button
      variant="ghost"
      size="small"
      aria-expanded={isWhole}
      onClick={() => onChange(!isWhole)}
      className="mt-2 -ml-2.5"
    >
      {isWhole ? texts.less : all}
    </Button>
  );
}
