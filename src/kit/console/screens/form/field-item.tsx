/** One labelled input of a form with its checks: the field's own rule at once, the remote one when it is left. */
import { Form, type FormItemProps } from 'antd';
import type { Field } from '../../../define/field.ts';
import { verifyField } from '../../http/verify-field.ts';
import { Cell } from '../list/cell.tsx';
import { checkInput } from '../logic/validate.ts';
import { FieldInput } from './field-input.tsx';
import { inputWidth } from './widths.ts';

interface Props {
  field: Field;
  fieldKey: string;
  /** The stored record; undefined for a new one. */
  row: Readonly<Record<string, unknown>> | undefined;
  /** Shown as text, not as an input. */
  readOnly: boolean;
  disabled: boolean;
}

type Rule = NonNullable<FormItemProps['rules']>[number];

function rulesOf(field: Field, key: string, row: Props['row']): Rule[] {
  const stored = row?.[key];
  const rules: Rule[] = [
    {
      validator: (_, value) => {
        const problem = checkInput(field, value, stored);
        return problem ? Promise.reject(new Error(problem)) : Promise.resolve();
      },
    },
  ];
  const { verify } = field;
  if (verify)
    rules.push({
      validateTrigger: 'onBlur',
      validator: async (_, value) => {
        if (value === stored || checkInput(field, value, stored)) return;
        const id = typeof row?.id === 'number' ? row.id : undefined;
        const problem = await verifyField(verify, key, value, id, field.verifyMessage);
        if (problem) throw new Error(problem);
      },
    });
  return rules;
}

export function FieldItem({ field, fieldKey, row, readOnly, disabled }: Props) {
  const help = field.help ? <span className="k-help">{field.help}</span> : undefined;
  if (readOnly)
    return (
      <Form.Item label={field.label} {...(help ? { extra: help } : {})}>
        <span className="k-read-only">
          <Cell field={field} fieldKey={fieldKey} row={row ?? {}} />
        </span>
      </Form.Item>
    );
  return (
    <div style={{ '--k-width': `${inputWidth(field)}px` } as React.CSSProperties} className="k-item">
      <Form.Item
        name={fieldKey}
        label={field.label}
        required={field.required ?? false}
        rules={rulesOf(field, fieldKey, row)}
        validateTrigger={['onChange', 'onBlur']}
        validateFirst
        {...(help ? { extra: help } : {})}
      >
        <FieldInput field={field} fieldKey={fieldKey} row={row} disabled={disabled} />
      </Form.Item>
    </div>
  );
}
