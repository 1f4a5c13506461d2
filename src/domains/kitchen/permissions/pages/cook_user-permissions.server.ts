/** 后厨权限. */
import { z } from 'zod';
import { bind } from '../../../../kit/server/page/binding.ts';
import { nothing } from '../../../../kit/server/page/bodies.ts';
import { withBody } from '../../../../kit/server/page/with-body.ts';
import { posts } from '../../words.ts';
import { readPermissions } from '../read-permissions.ts';
import { pastCells, savePermissions } from '../save-permissions.ts';
import spec from './cook_user-permissions.page.ts';

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const hm = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/);
const cell = z
  .object({
    post: z.enum(posts.map((post) => post.value)).nullable(),
    cookUserId: id.nullable(),
    districtId: id,
    allowed: z.boolean(),
    weekdays: z.array(z.int().min(1).max(7)).max(7),
    startTime: hm,
    endTime: hm,
    requireCheck: z.boolean(),
  })
  .refine((one) => (one.post === null) !== (one.cookUserId === null));
const saveBody = z.object({
  cells: z.array(cell).max(20_000),
  /** Of the last save seen. */
  version: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  note: z.string().max(60).default(''),
});
const pastBody = z.object({ id });

export default bind(spec, {
  verbs: {
    grid: (ctx) => readPermissions(ctx),
    past: withBody(pastBody, (ctx, body) => pastCells(ctx, body.id)),
    save: withBody(saveBody, (ctx, { cells, ...rest }) => savePermissions(ctx, cells, rest)),
  },
  bodies: { grid: nothing },
  reads: ['grid', 'past'],
});
