/**
 * Seven scenes of food safety and gates, at one server and one clock that runs from six in the morning until the next: what
 * terminals tell is what people see, what is refused says why, and what nobody may see stays unseen. Rules and figures have
 * tests of their own; here they meet.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestApp } from '../support/server.ts';
import { cabinetWarmAtNight } from './safety/cabinet.ts';
import { certificateEndsAtMidnight, refusedAtTenToSix } from './safety/certificate.ts';
import { faceTakenBack } from './safety/face.ts';
import { gatesAtTwentyPastSeven } from './safety/gate.ts';
import { dueGoesByTwo, officerAtSix, officerAtTwo } from './safety/officer.ts';
import { twelveNames, vehicleOnTop } from './safety/outbreak.ts';
import { inspectorReads, wallOvernight } from './safety/screen.ts';
import { openScene, type Scene } from './safety/stage.ts';
import { launchChromium } from './shell-support.ts';

let app: TestApp;
let browser: Browser;
let scene: Scene;
let ending: Awaited<ReturnType<typeof certificateEndsAtMidnight>>;

beforeAll(async () => {
  [app, browser] = await Promise.all([startTestServer(), launchChromium()]);
  scene = await openScene(app, browser);
}, 300_000);
afterAll(async () => {
  expect(scene.complaints().filter((one) => !one.includes('/query') && !one.includes('status of'))).toEqual([]);
  expect(app.errors).toEqual([]);
  await browser?.close();
  await app?.stop();
});

it('officer at six: who is to be looked at, 整改 and recheck; 118 grams refused, topped up, its label scanned, put away', () =>
  officerAtSix(scene));

it('the gates at twenty past seven: a lost card, wrong hours, a code twice, a gate cut off that settles by itself; in less out is who is inside', () =>
  gatesAtTwentyPastSeven(scene));

it('officer at two: what was forgotten is told and weighed late, both sheets are signed and print as they show', () =>
  officerAtTwo(scene));

it('a certificate whose last day it is: every door knows in the evening where its passes end, cut off or not', async () => {
  ending = await certificateEndsAtMidnight(scene);
});

it('a cabinet warm at night: warned, grave, told to the group and the director, over; the same when told at dawn', () =>
  cabinetWarmAtNight(scene));

it('ten to six: refused at the door; with the new certificate in within the minute', () =>
  refusedAtTenToSix(scene, ending));

it('two days later what is due goes by two, not before and not alone', () => dueGoesByTwo(scene));

it('an outbreak: the dish that did it stands on top, sealed, its lots known; who never came did not eat', () =>
  vehicleOnTop(scene));

it('an outbreak: twelve names, a pack whose digest can be counted again; a clerk of money sees nothing of it', () =>
  twelveNames(scene));

it('a face that was taken back: the terminal that has it by name, confirmed by hand, told apart from what is proven, printed', () =>
  faceTakenBack(scene));

it('a screen without its server drops the day with the day', () => wallOvernight(scene));

it('监管 reads the pages of food safety and writes none; another unit sees none of their records', () =>
  inspectorReads(scene));
