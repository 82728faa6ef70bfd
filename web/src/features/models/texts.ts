export const texts = {
  title: 'Modelos',
  tabs: 'Modelos, provedores e preços',
  catalogue: 'Modelos',
  providers: 'Provedores',
  prices: 'Preços e câmbio',
  guard: 'Dados pessoais',
} as const;
