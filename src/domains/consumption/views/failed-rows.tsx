/** 下载失败行: the lines of a batch that failed, with why. */
import { DownloadButton } from '../../../kit/console/widgets/download-button.tsx';

export const FailedRows = ({ path, id }: { path: string; id: number }) => (
  <DownloadButton size="small" url={`${path}/failed_rows`} body={{ id }}>
    下载失败行
  </DownloadButton>
);
