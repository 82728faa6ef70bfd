import { Pencil, Plus, Trash2 } from 'lucide-react';
import { Button, buttonLook, IconButton } from '../src/ui/controls/button.tsx';
import { Chip } from '../src/ui/controls/chip.tsx';
import { Field, PasswordField } from '../src/ui/controls/field.tsx';
import { NativeSelect } from '../src/ui/controls/native-select.tsx';
import { PhoneField } from '../src/ui/controls/phone-field.tsx';
import { SearchBox } from '../src/ui/controls/search-box.tsx';
import { Segmented } from '../src/ui/controls/segmented.tsx';
import { Select } from '../src/ui/controls/select.tsx';
import { Slider } from '../src/ui/controls/slider.tsx';
import { Switch } from '../src/ui/controls/switch.tsx';
import { TextArea } from '../src/ui/controls/text-area.tsx';
import { Holds, nothing, Row, Specimen } from './specimen.tsx';

const variants = ['primary', 'secondary', 'ghost', 'danger'] as const;
const sizes = ['small', 'medium', 'large'] as const;

export function Controls() {
  return (
    <>
      <Buttons />
      <Texts />
      <Choices />
    </>
  );
}

function Buttons() {
  return (
    <Specimen name="Button, IconButton">
      {variants.map((variant) => (
        <Row key={variant}>
          {sizes.map((size) => (
            <Button key={size} variant={variant} size={size}>
              {variant} {size}
            </Button>
          ))}
          <Button variant={variant} icon={<Plus />}>
            With icon
          </Button>
          <Button variant={variant} busy>
            Busy
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
        </Row>
      ))}
      <Row>
        <IconButton label="Edit">
          <Pencil />
        </IconButton>
        <IconButton label="Delete" variant="secondary" size="small">
          <Trash2 />
        </IconButton>
        <IconButton label="Adding" variant="secondary" busy>
          <Plus />
        </IconButton>
        <a href="#link" className={buttonLook('secondary')}>
          Looks like a button
        </a>
      </Row>
    </Specimen>
  );
}

function Texts() {
  return (
    <>
      <Specimen name="Field, PasswordField, PhoneField">
        <Field label="Name" hint="As people read it." defaultValue="Multas de trânsito" />
        <Field label="E-mail" error="Informe um e-mail válido." defaultValue="ana@" />
        <Field label="Read only" readOnly value="Cannot be changed here" />
        <Field label="Disabled" disabled value="Saving..." />
        <PasswordField label="Senha" defaultValue="segredo-longo" />
        <Holds initial="11987654321">
          {(value, set) => <PhoneField label="Telefone" value={value} onChange={set} />}
        </Holds>
      </Specimen>
      <Specimen name="TextArea, SearchBox">
        <TextArea label="Description" hint="Two lines are enough." rows={2} defaultValue="Explica prazos." />
        <TextArea label="Goal" error="Informe um texto." rows={2} defaultValue="" />
        <Holds initial="multas">
          {(value, set) => <SearchBox label="Search agents" value={value} onChange={set} />}
        </Holds>
      </Specimen>
    </>
  );
}

function Choices() {
  return (
    <>
      <Specimen name="Select, NativeSelect">
        <Holds initial="claude">
          {(value, set) => (
            <>
              <Select label="Model" value={value} shown={value} groups={models} onChange={set} />
              <Select label="Disabled" value={value} shown={value} groups={models} disabled onChange={set} />
            </>
          )}
        </Holds>
        <Holds<'user' | 'admin'> initial="user">
          {(value, set) => <NativeSelect label="Role" value={value} options={roles} onChange={set} />}
        </Holds>
        <NativeSelect label="Locked" value="admin" options={roles} size="small" disabled onChange={nothing} />
      </Specimen>
      <Specimen name="Segmented, Switch, Slider, Chip">
        <Holds<'month' | 'year'> initial="year">
          {(value, set) => <Segmented label="Interval" value={value} options={intervals} onChange={set} />}
        </Holds>
        <Holds initial={true}>
          {(value, set) => (
            <Switch label="Guided prompt" line="Five sections." checked={value} onChange={set} />
          )}
        </Holds>
        <Switch label="Off and disabled" checked={false} disabled onChange={nothing} />
        <Holds initial={0.7}>
          {(value, set) => <Slider {...range} label="Temperature" value={value} onChange={set} />}
        </Holds>
        <Slider
          {...range}
          label="Disabled"
          value={0.2}
          hint="This model takes none."
          disabled
          onChange={nothing}
        />
        <Row>
          <Chip>Plain</Chip>
          <Chip pressed onToggle={nothing}>
            Chosen
          </Chip>
          <Chip onToggle={nothing}>Not chosen</Chip>
          <Chip onRemove={nothing} removeLabel="Remove Recife">
            Município: Recife
          </Chip>
        </Row>
      </Specimen>
    </>
  );
}

const models = [
  {
    label: 'Anthropic',
    options: [
      { value: 'claude', text: 'Claude', content: 'Claude' },
      { value: 'claude-small', text: 'Claude small', content: 'Claude small' },
    ],
  },
  { label: 'OpenAI', options: [{ value: 'gpt', text: 'GPT', content: 'GPT' }] },
];
const roles = [
  { value: 'user', label: 'user' },
  { value: 'admin', label: 'admin' },
] as const;
const intervals = [
  { value: 'month', label: 'Mensal' },
  { value: 'year', label: 'Anual', note: 'Economize 20 %' },
] as const;
const range = { min: 0, max: 1, step: 0.1, ends: ['0 exact', '1 creative'] } as const;
