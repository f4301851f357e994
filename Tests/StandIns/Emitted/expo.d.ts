// As much of expo-image 55 and React Native as emitted code uses, from their documentation.
declare module 'expo-image' {
  export class Image {
    static configureCache(config: {
      maxDiskSize?: number;
      maxMemoryCost?: number;
      maxMemoryCount?: number;
    }): void;
    static prefetch(
      urls: string | string[],
      cachePolicy?: 'disk' | 'memory-disk' | 'memory'
    ): Promise<boolean>;
  }
}

declare module 'react-native' {
  export interface ViewToken {
    index: number | null;
  }
  export const Dimensions: { get(dim: 'window' | 'screen'): { height: number; width: number } };
}
