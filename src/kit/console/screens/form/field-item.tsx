/** One labelled input of a form with its checks: the field's own rule at once, the remote one when it is left. */
import { Form, type FormItemProps } from 'antd';
import { memo } from 'react';
import type { Field } from '../../../define/field.ts';
import { verifyField } from '../../http/verify-field.ts';
import { Cell } from '../list/cell.tsx';
import { checkInput } from '../logic/validate.ts';
import { FieldInput } from './field-input.tsx';
import { LinesShown } from './lines/lines-shown.tsx';
import { inputWidth } from './widths.ts';

interface Props {
  field: Field;
  fieldKey: string;
  /** The stored record; undefined for a new one. */
  row: Readonly<Record<string, unknown>> | undefined;
  /** Shown as text, not as an input. */
  readOnly: boolean;
  disabled: boolean;
  /** Without its label: it stands alone under a heading that says it. */
  unlabelled?: boolean;
}

type Rule = NonNullable<FormItemProps['rules']>[number];

/** `touched`: the clerk has typed here. */
function rulesOf(field: Field, key: string, row: Props['row'], touched: () => boolean): Rule[] {
  const stored = row?.[key];
  const check = async (value: unknown) => {
    const problem = checkInput(field, value, stored);
    if (problem) throw new Error(problem);
  };
  const { verify } = field;
  if (!verify) return [{ validator: (_, value) => check(value) }];
  return [
    { validateTrigger: 'onChange', validator: (_, value) => check(value) },
    {
      validateTrigger: 'onBlur',
      validator: async (_, value) => {
        // Passing through an empty field is no mistake yet.
        if (!touched()) return;
        await check(value);
        if (value === stored) return;
        const id = typeof row?.id === 'number' ? row.id : undefined;
        const problem = await verifyField(verify, key, value, id, field.verifyMessage);
        if (problem) throw new Error(problem);
      },
    },
  ];
}

/** Drawn anew for its own value alone, whatever is typed in the other inputs of the form. */
export const FieldItem = memo(function FieldItem(props: Props) {
  const { field, fieldKey, row, readOnly, disabled, unlabelled } = props;
  const form = Form.useFormInstance();
  const help = field.help ? <span className="k-help">{field.help}</span> : undefined;
  if (readOnly)
    return (
      <Form.Item label={field.label} {...(help ? { extra: help } : {})}>
        {field.lines ? (
          <LinesShown field={field} fieldKey={fieldKey} row={row ?? {}} />
        ) : (
          <span className="k-read-only">
            <Cell field={field} fieldKey={fieldKey} row={row ?? {}} />
          </span>
        )}
      </Form.Item>
    );
  return (
    <div
      style={{ '--k-width': field.lines || field.sheet ? 'none' : `${inputWidth(field)}px` } as React.CSSProperties}
      className="k-item"
      data-field={fieldKey}
    >
      <Form.Item
        name={fieldKey}
        {...(unlabelled ? {} : { label: field.label })}
        required={field.required || ((field.min ?? 0) > 0 && field.kind === 'lines')}
        rules={rulesOf(field, fieldKey, row, () => form.isFieldTouched(fieldKey))}
        validateTrigger={field.verify ? ['onChange', 'onBlur'] : 'onChange'}
        validateFirst
        {...(help ? { extra: help } : {})}
      >
        <FieldInput
          field={field}
          fieldKey={fieldKey}
          row={row}
          disabled={disabled}
          {...(unlabelled ? { label: field.label } : {})}
        />
      </Form.Item>
    </div>
  );
});
