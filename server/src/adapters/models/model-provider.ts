/** A configured provider of models: where it is reached, with which key, and where it processes what it is sent. */
import type { Provider } from '#contract/model-catalogue.ts';
import type { Residency } from '#contract/model-sets.ts';

export type ModelProvider = {
  /** The id of the row in model_providers. */
  id: number;
  kind: Provider;
  name: string;
  /** Null: the provider's own address. */
  base_url: string | null;
  /** The address was typed on a screen: the rules of provider-network.ts for such addresses hold. */
  typed_address: boolean;
  /** Null without a key, and where a stored key cannot be opened. */
  key: string | null;
  key_source: 'env' | 'stored' | 'none';
  /** False for a stored key that this installation's secret does not open. */
  key_readable: boolean;
  residency: Residency;
};
