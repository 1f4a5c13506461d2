/** Colours, sizes and fonts of the console, given to antd once. The shell's own CSS has the same values in theme.css. */
import type { ConfigProviderProps } from 'antd';

export type Theme = NonNullable<ConfigProviderProps['theme']>;

export const fontFamily = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", system-ui, sans-serif';

/** What does not depend on the hour. */
export const shared = {
  borderRadius: 6,
  borderRadiusSM: 4,
  fontSize: 13,
  fontSizeSM: 12,
  lineHeight: 1.5,
  fontFamily,
  controlHeight: 32,
  controlHeightSM: 28,
  motion: false,
  wireframe: false,
} as const;

export const table = { cellPaddingBlockSM: 7, cellPaddingInlineSM: 8, cellFontSizeSM: 13 } as const;
export const button = { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' } as const;

export const theme: Theme = {
  token: {
    colorPrimary: '#0a8250',
    colorPrimaryHover: '#0f9a60',
    colorPrimaryActive: '#076640',
    colorLink: '#08744a',
    colorLinkHover: '#0a8250',
    colorLinkActive: '#076640',
    colorSuccess: '#0a8250',
    colorWarning: '#b45309',
    colorError: '#c0392b',
    colorInfo: '#2563eb',
    colorText: '#1f2a25',
    colorTextSecondary: '#5b6b63',
    colorTextDescription: '#5b6b63',
    colorTextPlaceholder: '#66746d',
    colorTextDisabled: '#9aa8a1',
    colorBgLayout: '#f4f7f5',
    controlItemBgActive: '#e6f4ec',
    controlItemBgActiveHover: '#dcefe4',
    colorBorder: '#cfdad3',
    colorBorderSecondary: '#e3ebe6',
    colorSplit: '#e3ebe6',
    ...shared,
  },
  components: {
    Table: {
      ...table,
      headerBg: '#eef4f0',
      headerColor: '#1f2a25',
      headerSortActiveBg: '#e3efe8',
      headerSortHoverBg: '#e3efe8',
      bodySortBg: '#f9fcfa',
      fixedHeaderSortActiveBg: '#e3efe8',
      headerSplitColor: '#e3ebe6',
      rowHoverBg: '#f2f8f4',
      rowSelectedBg: '#e6f4ec',
      rowSelectedHoverBg: '#dcefe4',
      borderColor: '#e3ebe6',
    },
    Form: { itemMarginBottom: 16, labelColor: '#5b6b63' },
    Card: { boxShadowTertiary: 'none' },
    Button: button,
  },
};

/** The same with controls big enough for a finger: 40 px. */
export const forFingers = (of: Theme): Theme => ({
  ...of,
  token: { ...of.token, controlHeight: 40, controlHeightSM: 40, controlInteractiveSize: 20 },
});
