export const texts = {
  title: 'Modelos',
  tabs: 'Modelos, provedores e preços',
  catalogue: 'Modelos',
  prices: 'Preços e câmbio',
} as const;
