/** Terminals: registry, pairing, signed API, commands, sequence gaps. */
import type { Services } from '../../kit/server/context.ts';
import type { Domain } from '../../kit/server/domain.ts';
import { sealColumn } from '../../kit/server/vault.ts';
import { deviceRoutes } from './api/routes.ts';
import { deviceDirectory } from './directory.ts';
import { publishDocs } from './docs/publish-docs.ts';
import { eventWriter } from './events/event-writer.ts';
import { forgetMarks } from './events/forget-marks.ts';
import { createDeviceEvents } from './events/handlers.ts';
import { forgetMedia } from './media/forget-media.ts';
import './refusals.ts';
import { sequenceBook } from './records/sequences.ts';
import type {} from './services.ts';
import './tables.ts';
import { tellDevices } from './tell-devices.ts';
import { createUdpService, readUdpPort, type UdpService } from './udp/udp-service.ts';
import { watchDevices } from './watch/watch-devices.ts';

const watchJob = 'device-watch';
const nightJob = 'device-night';
/** Terminals need so long to be heard again after the server was away: until then their silence says nothing. */
const settleMs = 10 * 60_000;
const udpOf = new WeakMap<Services, UdpService>();

export const device: Domain = {
  name: 'device',
  files: ['app_version.file_key'],
  tables: {
    device_type: 'global',
    // Looked up by the device, which its own table narrows.
    device_beat: 'global',
    device_key: 'global',
    device_pairing: 'global',
    device: {
      party: {
        ORGANIZATION: 'organization_id',
        CONTRACTOR: { organization: 'organization_id' },
        // What stands at a customer, and what lies in the agent's own stock.
        AGENT: [{ organization: 'organization_id' }, 'agent_id'],
      },
    },
    device_command: { organization: 'organization_id' },
    device_sequence: { organization: 'organization_id' },
    device_day: { organization: 'organization_id' },
    device_gap_given_up: { organization: 'organization_id' },
    device_event: { organization: 'organization_id' },
    device_doc_body: { organization: 'organization_id' },
    device_doc: { organization: 'organization_id' },
    device_doc_ack: { organization: 'organization_id' },
    media: { organization: 'organization_id' },
    media_retention: { organization: 'organization_id' },
    udp_setting: { organization: 'organization_id' },
    udp_controller: { organization: 'organization_id' },
    udp_link: { organization: 'organization_id' },
    udp_service: 'global',
    app_version: 'global',
    app_install: { organization: 'organization_id' },
  },
  build: (services) => {
    services.devices = deviceDirectory(services.pool, services.clock, services.vault);
    services.deviceSequences = sequenceBook(services.aside, services.log);
    services.deviceEvents = createDeviceEvents();
    services.deviceDocs = { publish: publishDocs };
    services.eventWriter = eventWriter(services);
    // Until a domain has orders, one a shelf, and one doors.
    services.orderVersion = async () => 0;
    services.goodsVersion = async () => 0;
    services.passVersion = async () => 0;
    if (services.metrics) tellDevices(services);
    const began = services.clock.now();
    services.jobs?.define(watchJob, async () => {
      if (services.clock.now() - began >= settleMs) await watchDevices(services);
    });
    services.jobs?.define(nightJob, async () => {
      await forgetMarks(services);
      await forgetMedia(services);
    });
  },
  start: async (services) => {
    const { pool, vault, jobs, config } = services;
    await sealColumn(pool, vault, 'device_key', 'device_id', 'secret');
    await jobs.schedule(watchJob, '* * * * *');
    await jobs.schedule(nightJob, '40 3 * * *');
    const port = readUdpPort(process.env);
    if (port === undefined) return;
    const udp = createUdpService(services, { port, host: config.host });
    udpOf.set(services, udp);
    await udp.tick();
  },
  routes: (app, host) => deviceRoutes(app, host),
  stop: async (services) => {
    await udpOf.get(services)?.stop();
    services.devices.close();
    await services.deviceSequences.close();
  },
};
