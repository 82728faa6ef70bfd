/** The Configuration tab and the versions of an agent. */
import type { PromptSections } from '#contract/agent-prompt.ts';
import { formatNumber } from '../../lib/format.ts';
import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-configuration-en.ts';
import { pt } from './texts-configuration-pt.ts';
import { ruleFields, rules, sectionExamples } from './texts-rules.ts';

const mixed = {
  title: 'Configuration',
  edit: 'Edit Configuration',
  cancel: 'Cancel',
  save: 'Save Changes',
  saving: 'Saving...',
  unsaved: 'You have unsaved changes.',
  unchanged: 'Nothing changed yet.',
  saved: 'Configuration saved.',
  leave: 'Leave without saving?',
  leaveLine: 'What you changed in this agent will be lost.',
  stay: 'Keep editing',
  leaveLabel: 'Leave',
  changedElsewhere: 'This agent was changed elsewhere while you were editing it.',
  changedElsewhereLine: 'Nothing of yours has been saved or lost yet.',
  loadTheirs: 'Load the new configuration',
  keepMine: 'Keep mine',
  name: 'Name',
  description: 'Description',
  empty: 'Not filled in',
  isNew: 'new',
  recommended: 'recommended',
  notConfigured: 'not configured',
  retired: (month: string | null) => (month ? `retired in ${month}` : 'retired'),
  ends: (day: string) => `ends on ${day}`,
  failing: 'not answering',
  fallback: 'fallback',
  context: (size: string) => `${size} context`,
  longest: (tokens: string) => `up to ${tokens} tokens an answer`,
  price: (input: string, output: string) => `${input} in, ${output} out per million tokens`,
  nothingStored: (model: string) => `No model is stored for this agent: it runs on ${model}.`,
  noKey: (provider: string) =>
    `No key for ${provider} is configured on this server. Until there is one, this agent cannot answer.`,
  unknownModel: 'This model is no longer in the catalogue. Choose another one.',
  temperature: 'Temperature',
  exact: '0 exact',
  creative: '1 creative',
  noTemperature: (model: string) =>
    `${model} takes no temperature: its provider allows only the default. The value is kept for other models.`,
  nothingStoredTemperature: 'No temperature is stored for this agent: 0.7 is used.',
  guided: 'Guided prompt',
  guidedLine: 'Five sections, put together in a fixed order.',
  notGuidedLine: 'Off: the custom prompt below is used as it is. The five sections are kept.',
  customPrompt: 'Custom prompt',
  customPromptHint: 'What the agent is told before every question. Kept when the guided prompt is on.',
  security: 'Security prompt',
  securityLine: 'Tells the agent not to take orders from documents and not to give its instructions away.',
  showSecurity: 'Read the security prompt',
  insertExample: 'Use example',
  exampleFor: (section: string) => `Use example for ${section}`,
  example: 'Example:',
  sectionWords: {
    identity: {
      label: 'Identity',
      help: 'Who the agent is and whom it speaks to.',
    },
    goal: {
      label: 'Goal',
      help: 'What people should be able to do after an answer.',
    },
    response_style: {
      label: 'Response style',
      help: 'Tone, length and form of the answers.',
    },
    constraints: {
      label: 'Constraints',
      help: 'What it must not do, and what to say instead.',
    },
    custom_instructions: {
      label: 'Custom instructions',
      help: 'Everything else: words to use, cases to treat apart.',
    },
  },
  preview: 'Compiled prompt',
  previewLine: 'What the model is told before documents and questions.',
  previewTokens: (tokens: string) => `about ${tokens}`,
  previewFailed: 'The prompt could not be compiled',
  expand: 'Read in full',
  versions: {
    title: 'Versions',
    line: 'Each saved change of what shapes the answers is kept.',
    open: 'View versions',
    loadFailed: 'The versions could not be loaded',
    list: 'Versions of this agent',
    current: 'current',
    by: (name: string) => `by ${name}`,
    byNobody: 'by the installation',
    answers: (count: number) => (count === 1 ? '1 answer' : `${formatNumber(count)} answers`),
    none: 'No Versions Yet',
    noneLine: 'The first one is kept when the agent is saved or asked something.',
    compare: 'Compare with the version of',
    back: 'All versions',
    changes: 'What restoring would change',
    legend: 'Struck through: what is there now. Highlighted: what this version has.',
    same: 'This version is the same as the present configuration.',
    restore: 'Restore this version',
    confirm: 'Restore this version?',
    confirmLine:
      'The agent answers with it from the next question on. The present configuration stays in the list.',
    restoreFailed: 'The version could not be restored',
    restored: 'The version was restored.',
    missing: 'These no longer exist, so they could not be linked again:',
    finishEditing: 'Save or cancel your changes before restoring a version.',
    on: 'On',
    off: 'Off',
    nothing: 'nothing',
    fields: {
      model: 'Model',
      temperature: 'Temperature',
      use_guided_prompt: 'Guided prompt',
      use_security_prompt: 'Security prompt',
      custom_prompt: 'Custom prompt',
      knowledge_bases: 'Knowledge bases',
      data_sources: 'Data sources',
    },
  },
} as const;

const words: Same<typeof mixed, typeof pt, typeof en> =
  __LANGUAGE__ === 'en' ? en : __LANGUAGE__ === 'pt-BR' ? pt : mixed;

const sectionOf = (name: keyof PromptSections) => ({
  ...words.sectionWords[name],
  example: sectionExamples[name],
});

export const texts = {
  ...rules,
  ...words,
  sections: {
    identity: sectionOf('identity'),
    goal: sectionOf('goal'),
    response_style: sectionOf('response_style'),
    constraints: sectionOf('constraints'),
    custom_instructions: sectionOf('custom_instructions'),
  },
  versions: { ...words.versions, fields: { ...words.versions.fields, ...ruleFields } },
};
