/** The body of a call that takes nothing, in the API's description. */
export const noBody: Readonly<Record<string, unknown>> = {
  type: 'object',
  properties: {},
  additionalProperties: false,
  description: '不需要参数',
};
