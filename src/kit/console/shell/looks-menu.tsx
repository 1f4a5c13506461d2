/** Light, dark or as the system says; for every page of the account. */
import { MoonOutlined, SunOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { type ThemeChoice, themeChoices } from '../../define/looks.ts';
import { chooseLooks, useDark, useLooks } from '../session/looks.ts';
import { below, type PopupAnchor, PopupMenu } from './popup-menu.tsx';

const words: Record<ThemeChoice, string> = { system: '跟随系统', light: '浅色', dark: '深色' };

export function LooksMenu() {
  const { theme = 'system' } = useLooks();
  const dark = useDark();
  const [menu, setMenu] = useState<PopupAnchor>();
  return (
    <>
      <button
        type="button"
        className="oc-tool oc-looks"
        title="外观"
        aria-label={`外观 ${words[theme]}`}
        aria-haspopup="menu"
        aria-expanded={menu !== undefined}
        onClick={(event) => setMenu(below(event.currentTarget, true))}
      >
        {dark ? <MoonOutlined /> : <SunOutlined />}
      </button>
      {menu ? (
        <PopupMenu
          label="外观"
          anchor={menu}
          onClose={() => setMenu(undefined)}
          items={themeChoices.map((key) => ({
            key,
            label: key === theme ? `${words[key]} ✓` : words[key],
            onSelect: () => chooseLooks({ theme: key }),
          }))}
        />
      ) : null}
    </>
  );
}
